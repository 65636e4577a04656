import styled from '@emotion/styled';
import { color, space, type } from '../../design/tokens.ts';

const Quiet = styled.button({
  ...type.caption,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1),
  marginTop: space(2.5),
  padding: space(0.5, 0),
  border: 0,
  color: color.inkSoft,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { color: color.ink },
});

interface PauseButtonProps {
  isRunning: boolean;
  onToggle: () => void;
}

/** Stops what moves by itself, which a page has to let its readers do. */
export function PauseButton({ isRunning, onToggle }: PauseButtonProps) {
  return (
    <Quiet type="button" onClick={onToggle}>
      <svg width="12" height="12" viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
        <path d={isRunning ? 'M1 0h4v12h-4zM7 0h4v12h-4z' : 'M1 0l11 6l-11 6z'} />
      </svg>
      {isRunning ? 'Pause the headline' : 'Play the headline'}
    </Quiet>
  );
}
