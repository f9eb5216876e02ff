import type { CodeNames } from '../contract/code-names.ts';
import { columnsOf, type FileStart, tablesOf } from '../rules/file-tables.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    namesInFiles: typeof namesInFiles;
  }
}

/** The columns of files, and the tables that SQL makes of them. */
export function namesInFiles(files: readonly FileStart[], isSql: boolean): Pick<CodeNames, 'files' | 'tables'> {
  return {
    files: files.map((file) => ({ name: file.name, columns: columnsOf(file) })),
    tables: isSql ? tablesOf(files) : [],
  };
}
