import type { SettingColumn, SettingsEdit } from '../contract.ts';

/** The settings that many lessons can get at once, with the names that authors read. */
export const SETTING_NAMES: Readonly<Record<SettingsEdit['set'], string>> = {
  owner: 'Owner',
  reviewer: 'Reviewer',
  due: 'Due date',
  stage: 'Stage',
  author: 'Author',
  timeout: 'Timeout',
  'language-version': 'Language version',
  'show-last-value': 'Show the value of the last expression',
  'add-skills': 'Add skills',
  'remove-skills': 'Remove skills',
  'add-package': 'Add a package',
  'package-version': 'Set the version of a package',
  'remove-package': 'Remove a package',
};

/** The columns of a CSV file: a list of skills or packages is in one cell, instead of what is added and removed. */
export const COLUMN_NAMES: Readonly<Record<SettingColumn, string>> = {
  owner: SETTING_NAMES.owner,
  reviewer: SETTING_NAMES.reviewer,
  due: SETTING_NAMES.due,
  stage: SETTING_NAMES.stage,
  author: SETTING_NAMES.author,
  timeout: SETTING_NAMES.timeout,
  'language-version': SETTING_NAMES['language-version'],
  'show-last-value': SETTING_NAMES['show-last-value'],
  skills: 'Skills',
  packages: 'Packages',
};
