/** Texts of deploys, for authors. */
export const MESSAGES = {
  shallow: 'Only the metadata of this lesson is here. Import the lesson, then deploy it.',
  running: (number: number) => `Deploy ${number} of this lesson is running. Deploy anyway to stop it and begin again.`,
  notRunning: 'This deploy has ended already.',
  notKept: 'This build cannot be opened: it did not succeed, or was removed because newer ones took its place. Deploy again.',
  superseded: 'Superseded: a later deploy was started.',
  stopped: (name: string) => `Stopped by ${name}. What was deployed before stays.`,
  tooLong: (minutes: number) => `The deploy took longer than ${minutes} minutes and was ended.`,
  gone: 'The lesson was deleted meanwhile.',
  failed: (count: number) =>
    count === 1 ? '1 problem keeps this lesson from being deployed.' : `${count} problems keep this lesson from being deployed.`,
  broken: 'Something went wrong that is no fault of the lesson. Deploy again; if it stays, ask who runs this product.',

  begins: (title: string) => `Deploying “${title}”.`,
  resumed: 'The product was restarted meanwhile. The deploy begins again.',
  screen: (place: number, count: number, title: string) => `Screen ${place} of ${count}: ${title === '' ? 'no title' : title}`,
  files: (files: number, images: number) => `${counted(files, 'file')} and ${counted(images, 'image')} are part of the lesson.`,
  dataset: (name: string) => `Dataset “${name}” is attached.`,
  environment: (packages: number) =>
    packages === 0 ? 'The code runs in the base environment.' : `The code runs with ${counted(packages, 'package')}.`,
  stored: (bytes: number) => `The build is stored (${Math.ceil(bytes / 1024)} kB).`,
  done: 'Deployed.',
  cut: 'Further lines are not kept.',
} as const;

/** Problems of lessons, and which of them block the deploy. */
export const PROBLEMS = {
  noScreens: 'The lesson has no screens: there is nothing to show.',
  noLanguage: 'This is a code screen, but the lesson has no language, so that its code cannot run.',
  emptyScreen: 'The screen has no text.',
  noAnswer: 'The screen is checked, but has no answer code: nobody knows whether it can be solved.',
  noAnswerUnchecked: 'The screen has no answer code.',
  noOutput: 'Output is checked, but the output of the answer was never stored: no submission could pass.',
  customOff: 'The screen has custom check code, but custom answer checking is off, so that it does not run.',
  application: 'Run and Deploy: the preview opens no application. Its code is run there, and its learners read why nothing opens.',
  applicationOnly: 'Only Run and Deploy: the preview opens no application, so its learners can read the code and not run it.',
  jupyterLab: 'JupyterLab: the preview opens none. Its learners write and run the code of each screen by itself.',
  dataFile: (name: string) => `The bytes of the data file “${name}” are not here. Upload it again.`,
  image: (name: string) => `The bytes of the image “${name}” are not here. Upload it again.`,
  dataset: (name: string, hash: string) =>
    `The dataset “${name}” (${hash.slice(0, 10)}) is not here. Add this version, or attach another one.`,
  unknownFile: (name: string) => `The code reads “${name}”, which is no file of this screen.`,
  notBuilt: 'The packages of the lesson are not built. Build them first.',
  needsBuild: 'Packages, language or answer checking differ from the last build. Build the packages again.',
  building: 'The packages of the lesson are being built. Wait until they are, then deploy again.',
  buildFailed: 'The packages of the lesson could not be built. Mend and build them first.',
  noImage: (where: string, name: string) => `${where} shows the image “${name}”, which the lesson does not have.`,
  imageAddress: (where: string, address: string) => `${where} shows an image at “${address}”, which leads nowhere for a learner.`,
  link: (where: string, address: string) => `${where} has a link to “${address}”, which leads nowhere for a learner.`,
  noAddress: (where: string) => `${where} has a link or an image with an address that is not allowed, or with none.`,
  noAlt: (where: string) => `${where} shows an image without a text for those who cannot see it.`,
  formula: (where: string) => `${where} has a formula that cannot be typeset.`,
  question: (place: number, text: string) => `Question ${place}: ${text}`,
  noSkills: 'The screen is part of an assessment, but tests no skill.',
} as const;

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
