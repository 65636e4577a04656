import styled from '@emotion/styled';
import { color } from '../../design/tokens.ts';

const Drawing = styled.svg({
  display: 'block',
  width: '100%',
  maxWidth: 520,
  height: 'auto',
  marginInline: 'auto',
});

const seats = [0, 60, 120, 180, 240, 300];

/** A round table laid for six, seen from above, with one book in the middle. */
export function TableIllustration() {
  return (
    <Drawing viewBox="0 0 400 400" aria-hidden="true">
      <circle cx="200" cy="200" r="148" fill={color.accent} />
      {seats.map((angle) => (
        <g key={angle} transform={`rotate(${angle} 200 200)`}>
          <path
            d="M160 30q40-22 80 0"
            fill="none"
            stroke={color.chair}
            strokeWidth="17"
            strokeLinecap="round"
          />
          <circle cx="200" cy="94" r="27" fill={color.porcelain} />
          <circle cx="200" cy="94" r="18" fill="none" stroke={color.accent} strokeWidth="1.5" />
          <path
            d="M162 82v26M158 82v7q0 4 4 4t4-4v-7M238 82v26q4-6 2-18t-2-8z"
            fill="none"
            stroke={color.porcelain}
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <circle cx="228" cy="126" r="7" fill={color.chair} />
        </g>
      ))}
      <g transform="rotate(-12 200 200)">
        <path
          d="M200 174q-22-13-54-5v58q32-8 54 5q22-13 54-5v-58q-32-8-54 5z"
          fill={color.porcelain}
        />
        <g fill="none" stroke={color.chair} strokeWidth="2" strokeLinecap="round">
          <path d="M200 175v56" />
          <path d="M156 181q19-3 34 3M156 194q19-3 34 3M156 207q19-3 34 3" />
          <path d="M210 184q15-6 34-3M210 197q15-6 34-3M210 210q15-6 34-3" />
        </g>
      </g>
    </Drawing>
  );
}
