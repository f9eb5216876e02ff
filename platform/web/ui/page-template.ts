/**
 * The template of a page. `list`: rows to choose from. `detail`: one thing, with what is left to do beside it. `form`: fields in groups, in a
 * narrow column. `report`: what was found, to read. The screen editor (`editor`) and the learner's page (`learner`) have frames of their own.
 */
export type PageTemplate = 'list' | 'detail' | 'editor' | 'form' | 'report' | 'learner';
