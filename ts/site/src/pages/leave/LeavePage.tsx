import styled from '@emotion/styled';
import { useState, useSyncExternalStore } from 'react';
import { PrimaryButton } from '../../design/Button.ts';
import { Page } from '../../design/Page.ts';
import { space, type } from '../../design/tokens.ts';
import { reload } from '../../reload.ts';

const Content = styled(Page)({
  paddingBlock: space(8),
  '& h1': type.h1,
});

const Body = styled.div({
  display: 'grid',
  gap: space(3),
  justifyItems: 'start',
  maxWidth: '38rem',
  marginTop: space(3),
});

export function LeavePage() {
  return (
    <Content>
      <h1>Leave the waitlist</h1>
      <Body>
        <Leaving />
      </Body>
    </Content>
  );
}

type Status = 'asking' | 'leaving' | 'left' | 'failed' | 'unloaded';

const label: Record<Exclude<Status, 'left'>, string> = {
  asking: 'Leave the waitlist',
  leaving: 'Leaving...',
  failed: 'Leave the waitlist',
  unloaded: 'Load again',
};

/** Nothing happens before the button is pressed: mail programs open links by themselves. */
function Leaving() {
  const token = useToken();
  const [status, setStatus] = useState<Status>('asking');

  if (token === null) {
    return (
      <p>
        To leave, please use the link in the email that we sent you when you joined. It tells us
        whose entry to erase.
      </p>
    );
  }
  if (status === 'left') {
    return <p role="status">You have left the waitlist. Everything you told us is erased.</p>;
  }

  const leave = async () => {
    if (token === undefined || status === 'leaving') return;
    if (status === 'unloaded') {
      reload().catch(() => undefined);
      return;
    }
    setStatus('leaving');
    // Comes when it is wanted, as the dialog does, to keep the page light.
    const api = await import('@bookclub/api-client/waitlist').catch(() => null);
    if (!api) {
      setStatus('unloaded');
      return;
    }
    try {
      await api.leaveWaitlist({ token });
      setStatus('left');
    } catch {
      setStatus('failed');
    }
  };

  return (
    <>
      <p>
        Your entry, with everything you told us, will be erased at once. You are welcome to join
        again whenever you like.
      </p>
      <PrimaryButton
        type="button"
        aria-disabled={status === 'leaving'}
        onClick={() => void leave()}
      >
        {label[status]}
      </PrimaryButton>
      {status === 'failed' && (
        <p role="alert">That did not work, and your entry is still there. Please try again.</p>
      )}
      {status === 'unloaded' && (
        <p role="alert">
          This page did not arrive completely, and your entry is still there. Please check your
          connection and load the page again.
        </p>
      )}
      <noscript>
        <p>Leaving needs JavaScript. Please turn it on in your browser and load this page again.</p>
      </noscript>
    </>
  );
}

/** The token of the mail's link: null where there is none, undefined while prerendering. */
function useToken(): string | null | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => new URLSearchParams(window.location.search).get('token'),
    () => undefined,
  );
}
