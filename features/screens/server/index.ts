export { changeLanguage } from './change-language.ts';
export { moveScreen } from './move-screen.ts';
export { restoreQuestion } from './question-trash.ts';
export { createQuestion, deleteQuestion, listQuestions, saveQuestion } from './questions.ts';
export { renderedMarkdown } from './rendered-markdown.ts';
export { replaceScreens } from './replace-screens.ts';
export { folderAfterTitle, saveOutput, saveScreen, saveVariables } from './save-screen.ts';
export {
  addFirstScreen,
  addScreenToLesson,
  addScreens,
  addScreensOfMany,
  createScreen,
  deleteScreen,
  duplicateScreen,
} from './screen-order.ts';
export {
  type ScreenAttached,
  type StoredScreen,
  findScreen,
  listLessonScreens,
  listScreenFields,
  listScreenPositions,
  screenContentOf,
  screenHash,
} from './screen-queries.ts';
export {
  findStoredScreen,
  getScreen,
  getScreenFor,
  listScreenContents,
  listScreenNames,
  listScreens,
  listStoredScreens,
} from './screens.ts';
export { createSkill, deleteSkill, listSkills, saveSkill } from './skills.ts';
export { type DeletedScreen, deleteScreenRows, listDeletedUuids, listScreenIdsOfLesson } from './trash-queries.ts';
export { listDeletedScreens, restoreScreen, reviveScreens } from './trash.ts';
export { publishScreenSaved, screenSavedQueue, screenSummary, storeScreen, turnsChecksOn, writeScreen } from './write-screen.ts';
