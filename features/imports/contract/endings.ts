/** Endings of files that can be documents of a collection, whatever is in them. */
export const DOCUMENT_ENDINGS = ['.ipynb', '.md', '.markdown', '.rmd', '.qmd', '.gift'] as const;

/** Endings of XML, which has questions or something else. */
export const QUESTION_XML_ENDINGS = ['.xml', '.qti'] as const;

/** What packages of Blackboard call their XML. Elsewhere, such files are data. */
export const BLACKBOARD_ENDING = '.dat';

/** Endings of files that may be imported by themselves. Of YAML, lessons of swirl are read. */
export const IMPORTED_ENDINGS = [...DOCUMENT_ENDINGS, ...QUESTION_XML_ENDINGS, '.yaml', '.yml'] as const;
