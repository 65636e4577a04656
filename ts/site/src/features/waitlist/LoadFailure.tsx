import styled from '@emotion/styled';
import { useState } from 'react';
import { PrimaryButton, SecondaryButton } from '../../design/Button.ts';
import { color, noticeLayer, radius, space } from '../../design/tokens.ts';

const Notice = styled.div({
  position: 'fixed',
  insetInline: space(2),
  bottom: space(2),
  zIndex: noticeLayer,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(1.5),
  maxWidth: 560,
  marginInline: 'auto',
  padding: space(2),
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  backgroundColor: color.surface,
  '& p': { flex: '1 1 14rem' },
});

interface LoadFailureProps {
  /** Rejects when it failed again. */
  onRetry: () => Promise<void>;
  onDismiss: () => void;
}

/** Says that the dialog's code did not arrive, in place of a button that does nothing. */
export function LoadFailure({ onRetry, onDismiss }: LoadFailureProps) {
  const [isTrying, setIsTrying] = useState(false);

  const retry = () => {
    setIsTrying(true);
    onRetry().catch(() => setIsTrying(false));
  };

  return (
    <Notice role="alert">
      <p>The form could not be loaded. Please check your connection.</p>
      <PrimaryButton type="button" aria-disabled={isTrying} onClick={retry}>
        {isTrying ? 'Trying...' : 'Try again'}
      </PrimaryButton>
      <SecondaryButton type="button" onClick={onDismiss}>
        Dismiss
      </SecondaryButton>
    </Notice>
  );
}
