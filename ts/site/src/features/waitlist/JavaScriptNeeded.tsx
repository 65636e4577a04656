import styled from '@emotion/styled';
import { Page } from '../../design/Page.ts';
import { color, radius, space } from '../../design/tokens.ts';
import { joinId } from './WaitlistProvider.tsx';

const Statement = styled.p({
  marginTop: space(8),
  padding: space(2.5),
  border: `1.5px solid ${color.line}`,
  borderRadius: radius,
  '&:target': { borderColor: color.primary },
});

/** Where the join links lead when no script opens the dialog. */
export function JavaScriptNeeded() {
  return (
    <noscript>
      <Page>
        <Statement id={joinId}>
          Joining the waitlist needs JavaScript. Please turn it on in your browser and load this
          page again.
        </Statement>
      </Page>
    </noscript>
  );
}
