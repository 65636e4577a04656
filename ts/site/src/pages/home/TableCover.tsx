import { Cover } from '../../design/Cover.ts';
import { color } from '../../design/tokens.ts';

const seats = [0, 60, 120, 180, 240, 300];

/** A round table laid for six, seen from above, with one book in the middle. */
export function TableCover() {
  return (
    <Cover viewBox="0 0 400 480" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M0 0h400v480H0z" fill={color.cover} />
      <g transform="translate(0 40)">
        <circle cx="200" cy="200" r="142" fill={color.accent} />
        {seats.map((angle) => (
          <g key={angle} transform={`rotate(${angle} 200 200)`}>
            <path
              d="M162 36q38-20 76 0"
              fill="none"
              stroke={color.porcelain}
              strokeWidth="15"
              strokeLinecap="round"
            />
            <circle cx="200" cy="97" r="26" fill={color.porcelain} />
            <circle cx="200" cy="97" r="17" fill="none" stroke={color.accent} strokeWidth="1.5" />
            <path
              d="M163 85v26M159 85v7q0 4 4 4t4-4v-7M237 85v26q4-6 2-18t-2-8z"
              fill="none"
              stroke={color.print}
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
            <circle cx="228" cy="128" r="7" fill={color.cover} />
          </g>
        ))}
        <g transform="rotate(-12 200 200)">
          <path
            d="M200 174q-22-13-54-5v58q32-8 54 5q22-13 54-5v-58q-32-8-54 5z"
            fill={color.porcelain}
          />
          <g fill="none" stroke={color.cover} strokeWidth="2" strokeLinecap="round">
            <path d="M200 175v56" />
            <path d="M156 181q19-3 34 3M156 194q19-3 34 3M156 207q19-3 34 3" />
            <path d="M210 184q15-6 34-3M210 197q15-6 34-3M210 210q15-6 34-3" />
          </g>
        </g>
      </g>
    </Cover>
  );
}
