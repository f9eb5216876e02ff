/** The commands of the screen editor that save everything on the page; the toolbars of its texts offer them. */
export const SAVE_COMMANDS = { save: 'save-screen', saveWithMessage: 'save-screen-with-message' };
