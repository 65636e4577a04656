import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { reload } from '../../reload.ts';
import { LoadFailure } from './LoadFailure.tsx';
import type { WaitlistDialogProps } from './WaitlistDialog.tsx';

/** The place in the page that says that joining needs JavaScript. */
export const joinId = 'join';

interface Waitlist {
  openDialog: () => void;
  /** Fetches the dialog's code ahead of an opening that is likely. */
  prefetchDialog: () => void;
}

const WaitlistContext = createContext<Waitlist | null>(null);

export function useWaitlist(): Waitlist {
  const waitlist = use(WaitlistContext);
  if (!waitlist) throw new Error('useWaitlist needs a WaitlistProvider above it');
  return waitlist;
}

interface WaitlistProviderProps {
  children: ReactNode;
}

/**
 * Holds the one dialog of the site. Once loaded it stays mounted while it is closed, so what the
 * visitor typed is still there when it is opened again, on whatever page.
 */
export function WaitlistProvider({ children }: WaitlistProviderProps) {
  const [Dialog, setDialog] = useState<ComponentType<WaitlistDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const openDialog = useCallback(() => {
    loadDialog().then(
      ({ WaitlistDialog }) => {
        setDialog(() => WaitlistDialog);
        setIsOpen(true);
      },
      () => setHasFailed(true),
    );
  }, []);

  useEffect(() => whenIdle(prefetchDialog), []);

  // A click that came before this script was ready, or a retry, left its mark in the address.
  useEffect(() => {
    if (window.location.hash !== `#${joinId}`) return;
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
    openDialog();
  }, [openDialog]);

  const waitlist = useMemo(() => ({ openDialog, prefetchDialog }), [openDialog]);

  return (
    <WaitlistContext value={waitlist}>
      {children}
      {hasFailed && <LoadFailure onRetry={reloadToJoin} onDismiss={() => setHasFailed(false)} />}
      {Dialog && <Dialog open={isOpen} onClose={() => setIsOpen(false)} />}
    </WaitlistContext>
  );
}

/** The form, and with it MUI's components, axios and TanStack Query, comes when it is wanted. */
function loadDialog() {
  return import('./WaitlistDialog.tsx');
}

/** Tries again on a new page, which opens the dialog. Nothing was typed yet that could be lost. */
function reloadToJoin() {
  window.history.replaceState(null, '', `#${joinId}`);
  return reload();
}

function prefetchDialog() {
  // If this fails, opening says so.
  loadDialog().catch(() => undefined);
}

/** Calls back once the page has nothing better to do; returns how to call that off. */
function whenIdle(callback: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 2000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: 5000 });
  return () => cancelIdleCallback(handle);
}
