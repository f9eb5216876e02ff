/** A §8, B §8: what is said when the server had no words of its own. */
export const SCREEN_MESSAGES = {
  notLoaded: 'Failed to fetch lesson screens',
  lessonNotLoaded: 'Failed to load lesson data',
  notSaved: 'An error occurred while saving the screen.',
  notDeleted: 'An error occurred while deleting the screen.',
  notDuplicated: 'An error occurred while duplicating the screen.',
  notCreated: 'An error occurred while creating the screen.',
  checkOutputNotToggled: 'An error occurred while trying to toggle check out.',
  variableNotToggled: 'An error occurred while trying toggle variable',
};
