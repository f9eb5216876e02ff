/** Texts about external authors. */
export const MESSAGES = {
  listLabel: 'External authors',
  addLabel: 'Add external author',
  revokeTitle: 'Revoke external author',
  loadFailed: 'Couldn’t load the external authors. Try again later.',
  addFailed: 'Couldn’t add the external author. Try again later.',
  revokeFailed: 'Couldn’t revoke the external author. Try again later.',
  empty: 'No external authors yet. Add the first person by email above.',
} as const;

/** Texts about changes of what a person may do. */
export const CHANGE_MESSAGES = {
  roleFailed: 'Couldn’t change the role. Try again later.',
  resetFailed: 'Couldn’t remove the second factors. Try again later.',
  confirmOwner: (email: string) =>
    `${email} will be able to add and revoke staff, create tokens for others, change the rules, and make you staff. Make them an owner?`,
  confirmAuthor: (email: string) =>
    `${email} will write and send for review, but neither approve, merge nor manage people. Open pages may show more until they are loaded again.`,
  confirmReviewer: (email: string) => `${email} will write, approve and merge, but not manage people.`,
  confirmStaff: (email: string) =>
    `${email} will write, approve and merge, manage external authors and see the audit trail, but not manage staff. Make them staff?`,
  confirmLead: (email: string) => `${email} will do all that staff do, and manage authors and reviewers.`,
  confirmReset: (email: string) =>
    `${email} will sign in with the password alone. Do this only if they lost their phone and told you so in person.`,
} as const;

/** Texts about groups. */
export const GROUP_MESSAGES = {
  about: 'A group is a set of people. You can ask it for a review, and find its lessons in the lessons list. It doesn’t grant any rights.',
  loadFailed: 'Couldn’t load the groups. Try again later.',
  peopleFailed: 'Couldn’t load the list of people. Try again later.',
  saveFailed: 'Couldn’t save the group. Nothing was changed; try again.',
  deleteFailed: 'Couldn’t delete the group. Try again later.',
  empty: 'No groups yet. Create the first one, such as “Data team”, with New group.',
  noneYet: 'No groups yet. Owners and leads create them.',
  confirmDelete: (name: string) => `Delete the group ${name}? Its people keep their access, and the reviews that they were asked for.`,
} as const;
