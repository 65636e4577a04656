import styled from '@emotion/styled';
import Portal from '@mui/material/Portal';
import Snackbar from '@mui/material/Snackbar';
import { color, radius, space, type } from '../../design/tokens.ts';
import type { Message } from './messages.ts';

const Card = styled.div<{ isAlarm: boolean }>(({ isAlarm }) => ({
  ...type.small,
  display: 'flex',
  gap: space(2),
  width: '100%',
  maxWidth: 440,
  padding: space(1.75, 2),
  borderRadius: radius,
  color: isAlarm ? color.onAlarm : color.paper,
  backgroundColor: isAlarm ? color.alarm : color.ink,
  '& div': { flexGrow: 1 },
}));

const Title = styled.p({ fontWeight: 600 });

const Dismiss = styled.button({
  ...type.small,
  alignSelf: 'flex-start',
  padding: space(0.25, 0),
  border: 0,
  color: 'inherit',
  background: 'none',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  cursor: 'pointer',
});

interface ToastProps {
  message: Message;
  onClose: () => void;
}

/** Shows a message for five seconds, longer while it is pointed at or holds the focus. */
export function Toast({ message: { kind, title, text }, onClose }: ToastProps) {
  return (
    // At the end of the body, because an open dialog hides the page from screen readers.
    <Portal>
      <Snackbar
        open
        // At the bottom it would lie on the buttons of the dialog.
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        autoHideDuration={5000}
        onClose={(_event, reason) => {
          if (reason !== 'clickaway') onClose();
        }}
      >
        <Card role={kind === 'success' ? 'status' : 'alert'} isAlarm={kind === 'failure'}>
          <div>
            <Title>{title}</Title>
            <p>{text}</p>
          </div>
          <Dismiss type="button" onClick={onClose}>
            Dismiss
          </Dismiss>
        </Card>
      </Snackbar>
    </Portal>
  );
}
