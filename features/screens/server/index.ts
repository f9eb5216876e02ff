export { changeLanguage } from './change-language.ts';
export { restoreQuestion } from './questions.ts';
export { questionsOf } from './replace-questions.ts';
export { replaceScreens } from './replace-screens.ts';
export { screensModule } from './routes.ts';
export { folderAfterTitle } from './save-screen.ts';
export {
  addFirstScreens,
  addScreenToLesson,
  addScreens,
  addScreensOfMany,
  insertFilled,
  publishScreensChanged,
  removeScreen,
} from './screen-order.ts';
export {
  type StoredScreen,
  findScreen,
  getScreenOf,
  listStoredScreens,
  listScreenFields,
  listScreenPositions,
  screenContentOf,
  screenHash,
} from './screen-queries.ts';
export { arrangedReplies, renderedMarkdown } from './screen-reply.ts';
export { getScreen, getScreenFor, listScreenContents } from './screens.ts';
export { deleteScreenRows, listDeletedUuids, listScreenIdsOfLesson } from './trash-queries.ts';
export { listDeletedScreens, restoreScreen, reviveScreens } from './trash.ts';
export {
  publishScreenSaved,
  saveScreen,
  screenSavedQueue,
  screenSummary,
  storeScreen,
  turnOnAddedChecks,
  turnsChecksOn,
  writeScreen,
} from './save-screen.ts';
