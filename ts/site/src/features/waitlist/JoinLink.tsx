import styled from '@emotion/styled';
import type { KeyboardEvent, MouseEvent } from 'react';
import { primaryButton } from '../../design/Button.ts';
import { joinId, useWaitlist } from './WaitlistProvider.tsx';

const ButtonLink = styled.a(primaryButton);

interface JoinProps {
  children: string;
}

/** A link that opens the dialog, or without JavaScript leads to the reason why it cannot. */
export function JoinLink({ children }: JoinProps) {
  return <a {...useJoinProps()}>{children}</a>;
}

/** The same as a button. */
export function JoinButton({ children }: JoinProps) {
  return (
    <ButtonLink role="button" onKeyDown={clickOnSpace} {...useJoinProps()}>
      {children}
    </ButtonLink>
  );
}

function useJoinProps() {
  const { openDialog, prefetchDialog } = useWaitlist();
  return {
    href: `#${joinId}`,
    'aria-haspopup': 'dialog',
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      openDialog();
    },
    onFocus: prefetchDialog,
    onPointerEnter: prefetchDialog,
  } as const;
}

function clickOnSpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
