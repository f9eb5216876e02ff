import { expect, it } from 'vitest';
import type { SettingsEdit } from '../contract.ts';
import { EMPTY_FORM, readForm, type SettingForm } from './setting-form.ts';

it.each<[Partial<SettingForm>, SettingsEdit | null]>([
  [
    { set: 'author', author: ' Ada ' },
    { set: 'author', author: 'Ada' },
  ],
  [{ set: 'author', author: ' ' }, null],
  [
    { set: 'owner', person: 'ada@example.org' },
    { set: 'owner', person: 'ada@example.org' },
  ],
  [
    { set: 'reviewer', person: null },
    { set: 'reviewer', person: null },
  ],
  [
    { set: 'due', due: '2026-12-31' },
    { set: 'due', due: '2026-12-31' },
  ],
  [{ set: 'due', due: '0002-12-31' }, null],
  [
    { set: 'stage', stage: 'ready' },
    { set: 'stage', stage: 'ready' },
  ],
  [
    { set: 'timeout', seconds: '30' },
    { set: 'timeout', seconds: 30 },
  ],
  [
    { set: 'timeout', seconds: '' },
    { set: 'timeout', seconds: null },
  ],
  [{ set: 'timeout', seconds: '3 minutes' }, null],
  [
    { set: 'language-version', languageVersion: '3.9' },
    { set: 'language-version', version: '3.9' },
  ],
  [
    { set: 'show-last-value', showsLastValue: false },
    { set: 'show-last-value', shown: false },
  ],
  [
    { set: 'add-skills', skills: ' Loops \n\nLists' },
    { set: 'add-skills', skills: ['Loops', 'Lists'] },
  ],
  [{ set: 'remove-skills', skills: '\n' }, null],
  [
    { set: 'add-package', packageName: 'pandas' },
    { set: 'add-package', name: 'pandas', version: null },
  ],
  [
    { set: 'package-version', packageName: 'pandas', packageVersion: ' 2.0 ' },
    { set: 'package-version', name: 'pandas', version: '2.0' },
  ],
  [
    { set: 'remove-package', packageName: 'pandas' },
    { set: 'remove-package', name: 'pandas' },
  ],
  [{ set: 'remove-package' }, null],
])('%j is %j', (form, edit) => expect(readForm({ ...EMPTY_FORM, ...form })).toEqual(edit));
