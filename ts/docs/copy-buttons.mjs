/* global document -- The page has this script in it. */

// Where the page comes neither by https nor from the reader's own machine, there is no clipboard.
if (navigator.clipboard) {
  for (const command of document.querySelectorAll('.curl')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.ariaLive = 'polite';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(command.textContent);
      button.textContent = 'Copied';
    });
    button.addEventListener('blur', () => {
      button.textContent = 'Copy';
    });
    command.after(button);
  }
}
