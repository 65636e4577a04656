import { Router } from 'wouter';
import { GlobalStyles } from '../design/GlobalStyles.tsx';
import { WaitlistProvider } from '../features/waitlist/WaitlistProvider.tsx';
import { Layout } from './Layout.tsx';

interface AppProps {
  /** The path to prerender. In a browser it comes from the address bar. */
  path?: string;
}

export function App({ path }: AppProps) {
  return (
    <>
      <GlobalStyles />
      <Router {...(path !== undefined && { ssrPath: path })}>
        <WaitlistProvider>
          <Layout />
        </WaitlistProvider>
      </Router>
    </>
  );
}
