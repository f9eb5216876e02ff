import { counted } from '#platform/contract/counted.ts';
import { PREVIEW_CODE_MAX } from '../../contract/previews.ts';

/** Texts of deploys, for authors. */
export const MESSAGES = {
  shallow: 'Only the metadata of this lesson is here. Import the lesson, then deploy it.',
  running: (number: number) => `Deploy ${number} of this lesson is running. Deploy anyway to stop it and start over.`,
  othersRunning: 'You have deploys of other lessons running. Deploy this one when they have ended, or stop one of them.',
  anywayForStaff: 'Only staff can deploy a lesson whose answers fail. Fix the answers or the checks, or ask staff.',
  anyway: (reason: string) => `Failing answers don’t stop this deploy: ${reason}`,
  answers: (count: number) => `Running ${counted(count, 'answer')} that changed or never ran.`,
  answer: (place: number, count: number) => `Answer ${place} of ${count}`,
  notRunning: 'This deploy has already ended.',
  notKept: 'This deploy cannot be opened: it failed, or newer deploys replaced it. Deploy again.',
  superseded: 'Superseded: a later deploy was started.',
  stopped: (name: string) => `Stopped by ${name}. Earlier deploys stay as they are.`,
  tooLong: (minutes: number) => `The deploy took longer than ${minutes} minutes and was stopped.`,
  gone: 'The lesson was deleted.',
  failed: ([first = '', ...others]: readonly string[]) =>
    others.length === 0 ? first : `${others.length + 1} problems prevent this lesson from being deployed. The first: ${first}`,
  broken: 'Something went wrong on the server. Deploy again; if it keeps failing, contact your administrator.',

  begins: (title: string) => `Deploying “${title}”.`,
  resumed: 'The server was restarted. The deploy starts over.',
  screen: (place: number, count: number, title: string) => `Screen ${place} of ${count}: ${title === '' ? 'no title' : title}`,
  files: (files: number, images: number) => `${counted(files, 'file')} and ${counted(images, 'image')} are part of the lesson.`,
  dataset: (name: string) => `Dataset “${name}” is attached.`,
  environment: (packages: number) =>
    packages === 0 ? 'The code runs in the base environment.' : `The code runs with ${counted(packages, 'package')}.`,
  stored: (bytes: number) => `The lesson is stored (${Math.ceil(bytes / 1024)} kB).`,
  done: 'Deployed.',
  cut: 'The rest of the log was omitted.',
} as const;

/** Problems of lessons, and which of them block the deploy. */
export const PROBLEMS = {
  noScreens: 'The lesson has no screens.',
  noEditedFile: 'Learners edit a file in this lesson, but the screen has none. Add one, or choose Display first for one of several.',
  notText: (name: string) => `Learners edit the file “${name}”, but it isn’t a text of at most ${PREVIEW_CODE_MAX / 1_000},000 characters.`,
  noLanguage: 'This is a code screen, but the lesson has no language, so its code cannot run.',
  emptyScreen: 'The screen has no text.',
  noAnswer: 'The screen has checks but no answer code, so it is unknown whether it can be solved.',
  noAnswerUnchecked: 'The screen has no answer code.',
  answerFails: 'The answer doesn’t pass the screen’s own checks, so a learner who writes it sees that it is wrong.',
  answerNotRun: (reason: string) => `The answer couldn’t be run, so it is unknown whether it passes. ${reason}`,
  noOutput: 'Output is checked, but the answer’s output was never stored, so no submission can pass.',
  customOff: 'The screen has custom check code, but custom answer checking is off, so it does not run.',
  application: 'Run and Deploy: the preview does not open applications. The code runs, and learners see a note instead of the application.',
  applicationOnly: 'Only Run and Deploy: the preview does not open applications, so learners can read the code but not run it.',
  jupyterLab: 'JupyterLab: the preview does not open it. Learners write and run the code screen by screen.',
  dataFile: (name: string) => `The content of the data file “${name}” is missing. Upload it again.`,
  image: (name: string) => `The content of the image “${name}” is missing. Upload it again.`,
  dataset: (name: string, hash: string) =>
    `The dataset “${name}” (${hash.slice(0, 10)}) was not found. Add this version, or attach another one.`,
  unknownFile: (name: string) => `The code reads “${name}”, but this screen has no such file.`,
  notBuilt: 'The lesson’s packages are not built. Build them first.',
  needsBuild: 'The packages or the language changed since the last build. Build the packages again.',
  building: 'The lesson’s packages are still being built. Wait for the build to finish, then deploy again.',
  buildFailed: 'Couldn’t build the lesson’s packages. Fix and build them first.',
  noImage: (where: string, name: string) => `${where} shows the image “${name}”, which the lesson does not have.`,
  imageAddress: (where: string, address: string) => `${where} shows an image at “${address}”, which learners cannot open.`,
  link: (where: string, address: string) => `${where} has a link to “${address}”, which learners cannot open.`,
  noAddress: (where: string) => `${where} has a link or an image with a missing or unsafe address.`,
  noAlt: (where: string) => `${where} has an image without alt text.`,
  formula: (where: string) => `${where} has a formula that cannot be typeset.`,
  question: (place: number, text: string) => `Question ${place}: ${text}`,
  values: (line: number, text: string) => `Values, line ${line}: ${text}`,
  drawn: (text: string) => `With the values of some learners: ${text}`,
  tooManyDrawn: 'The questions of this screen have more than 20,000 values in braces.',
  drawnTooLong: 'A text becomes too long.',
  startInAssessment: 'The screen starts from the answer of an earlier screen, which learners of an assessment must not see.',
  noSkills: 'The screen is part of an assessment but has no skills.',
} as const;
