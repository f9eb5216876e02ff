import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startKeepingFocus } from './keep-focus.ts';

/** Only to end what hangs. */
const LIMIT = { timeout: 60_000, interval: 5 };

describe('the focus', () => {
  let stop: () => void;
  beforeEach(() => {
    document.body.innerHTML = `
      <button id="header">Menu</button>
      <main tabindex="-1">
        <div id="page">
          <button id="search">Search</button>
          <ul id="list">
            <li id="one"><a href="#1">One</a><button id="restore-1" class="restore">Restore</button></li>
            <li id="two"><a href="#2">Two</a><button id="restore-2" class="restore">Restore</button></li>
          </ul>
          <span id="actions"><button id="merge">Merge</button></span>
        </div>
      </main>
      <div class="mantine-Notifications-root"><p id="toast"><button id="undo">Undo</button></p></div>`;
    stop = startKeepingFocus();
  });
  afterEach(() => {
    stop();
    document.body.replaceChildren();
  });

  const get = (id: string) => document.getElementById(id) as HTMLButtonElement;
  const focused = () => document.activeElement?.id;
  const becomes = (id: string) => vi.waitFor(() => expect(focused()).toBe(id), LIMIT);

  it('goes to the same control of the row that follows, and from the last row to the one before', async () => {
    get('restore-1').focus();
    // Its call ran until now.
    get('restore-1').disabled = true;
    get('one').remove();
    await becomes('restore-2');
    get('list').insertAdjacentHTML('afterbegin', '<li><button id="restore-0" class="restore">Restore</button></li>');
    get('restore-2').focus();
    get('two').remove();
    await becomes('restore-0');
  });

  it('goes to what is beside a list that is gone', async () => {
    get('restore-2').focus();
    get('list').remove();
    await becomes('merge');
  });

  it('goes to the control that takes the place of another', async () => {
    get('merge').focus();
    get('actions').innerHTML = '<button id="revert">Revert</button>';
    await becomes('revert');
  });

  it('comes back to a button that was disabled while its call ran', async () => {
    const button = get('merge');
    button.focus();
    button.disabled = true;
    await new Promise((resolve) => void requestAnimationFrame(resolve));
    // As browsers do with the next frame.
    button.blur();
    button.disabled = false;
    await becomes('merge');
  });

  it('is where it was before a toast whose button was used', async () => {
    get('restore-2').focus();
    get('undo').focus();
    get('toast').remove();
    await becomes('restore-2');
  });

  it('is beside what is gone as well when a toast was used', async () => {
    get('restore-1').focus();
    get('undo').focus();
    get('one').remove();
    get('toast').remove();
    await becomes('restore-2');
  });

  it.each<[string, () => void]>([
    ['what was left on purpose', () => get('search').blur()],
    ['a page that is left', () => get('page').remove()],
    [
      'what was left by a click beside it',
      () => {
        get('page').dispatchEvent(new Event('pointerdown', { bubbles: true }));
        get('search').remove();
      },
    ],
  ])('does not come back to %s', async (_case, leave) => {
    get('search').focus();
    leave();
    document.body.append('changed');
    await new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(document.activeElement).toBe(document.body);
  });
});
