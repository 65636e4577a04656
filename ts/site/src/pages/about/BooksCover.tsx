import { Cover } from '../../design/Cover.ts';
import { color } from '../../design/tokens.ts';

/** Where each of the six books lies and how wide it is, from the table upwards. */
const books = [
  { x: 76, width: 240, fill: color.cover, band: color.porcelain },
  { x: 100, width: 216, fill: color.porcelain, band: color.cover },
  { x: 84, width: 222, fill: color.print, band: color.accent },
  { x: 112, width: 190, fill: color.cover, band: color.accent },
  { x: 98, width: 198, fill: color.porcelain, band: color.print },
  { x: 120, width: 168, fill: color.print, band: color.porcelain },
];
const thickness = 32;
const table = 400;

/** Six books under a lamp. */
export function BooksCover() {
  return (
    <Cover viewBox="0 0 400 480" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M0 0h400v480H0z" fill={color.accent} />
      <path d="M158 128L40 400h320L242 128z" fill={color.porcelain} opacity="0.35" />
      <path d="M200 0v70" stroke={color.print} strokeWidth="4" />
      <path d="M140 128a60 60 0 0 1 120 0z" fill={color.print} />
      <circle cx="200" cy="128" r="13" fill={color.porcelain} />
      <path d={`M0 ${table}h400v80H0z`} fill={color.cover} />
      {books.map(({ x, width, fill, band }, index) => (
        <g key={x} transform={`translate(${x} ${table - thickness * (index + 1)})`}>
          <path
            d={`M5 0h${width - 5}v${thickness}H5q-5 0-5-5v-${thickness - 10}q0-5 5-5z`}
            fill={fill}
          />
          <path d={`M22 0v${thickness}M30 0v${thickness}`} stroke={band} strokeWidth="3" />
          <path d={`M56 16h${width / 3}`} stroke={band} strokeWidth="3" strokeLinecap="round" />
        </g>
      ))}
    </Cover>
  );
}
