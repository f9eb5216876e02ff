import { checkLayers } from './layers/check.ts';
import { doorProblems, doorTable, findDoors } from './layers/doors.ts';
import { readSourceFiles } from './layers/imports.ts';
import { readPythonFiles } from './layers/python.ts';

const FOLDERS = ['platform', 'features', 'app', 'runner', 'testing', 'e2e', 'bench', 'scripts'];

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
const files = [...(await readSourceFiles(root, FOLDERS)), ...(await readPythonFiles(root))];
const doors = findDoors(files);
const problems = [...checkLayers(files), ...doorProblems(doors)];
if (process.argv.includes('--doors')) console.log(doorTable(doors));
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
