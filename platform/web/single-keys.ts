import { StoredSwitch } from './stored-switch.ts';

/** Whether shortcuts of a single key, such as ? and j, work. People who dictate press letters without meaning to and turn them off. */
export const singleKeys = new StoredSwitch('lessonwright.single-keys', true);
