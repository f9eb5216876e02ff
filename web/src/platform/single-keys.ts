import { Store } from './store.ts';

const STORED_AS = 'lessonwright.single-keys';

function read(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== 'off';
  } catch {
    return true;
  }
}

/**
 * Whether shortcuts of a single key, such as ? and j, work. People who dictate press letters without meaning to and turn them off; this
 * browser remembers it.
 */
class SingleKeys extends Store<boolean> {
  readonly turn = (isOn: boolean): void => {
    this.show(isOn);
    try {
      localStorage.setItem(STORED_AS, isOn ? 'on' : 'off');
    } catch {
      // Then it holds until the page is closed.
    }
  };
}

export const singleKeys = new SingleKeys(read());
