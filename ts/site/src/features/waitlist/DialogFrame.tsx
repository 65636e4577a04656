import styled from '@emotion/styled';
import Dialog from '@mui/material/Dialog';
import { useId, type ReactNode } from 'react';
import { color, media, space, type } from '../../design/tokens.ts';

const paper = {
  backgroundImage: 'none',
  // A field that is scrolled to brings its label along.
  scrollPaddingBlock: '6rem',
  '@media (max-width: 37.49rem), (max-height: 30rem)': {
    width: '100%',
    maxWidth: 'none',
    height: '100%',
    maxHeight: 'none',
    margin: 0,
    borderRadius: 0,
  },
};

const Body = styled.div({
  padding: space(3, 2.5),
  [media.tablet]: { padding: space(4, 5) },
});

const Heading = styled.div({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: space(2),
  '& h2': type.h2,
});

const Close = styled.button({
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  margin: space(-0.5, -1.25, 0, 0),
  padding: 0,
  border: 0,
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { color: color.primary },
});

interface DialogFrameProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog around the form: a card, and on a phone, however it is held, the whole screen. */
export function DialogFrame({ title, open, onClose, children }: DialogFrameProps) {
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      // Leaving at once, it does not show the emptied form while it fades.
      transitionDuration={{ enter: 200, exit: 0 }}
      slotProps={{ paper: { sx: paper }, backdrop: { sx: { backgroundColor: color.veil } } }}
    >
      <Body>
        <Heading>
          <h2 id={titleId}>{title}</h2>
          <Close type="button" aria-label="Close" onClick={onClose}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2" />
            </svg>
          </Close>
        </Heading>
        {children}
      </Body>
    </Dialog>
  );
}
