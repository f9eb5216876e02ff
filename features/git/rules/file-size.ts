/** Larger files of a lesson, course or path are not read, in bytes. A data file has at most 50 MB. */
export const CONTENT_FILE_BYTES_MAX = 64 * 1024 * 1024;
