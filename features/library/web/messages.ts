export const MESSAGES = {
  loadFailed: 'Couldn’t load the report.',
  loading: 'Loading data about every lesson',
  findingsFailed: 'Couldn’t load the preflight findings.',
  looking: 'Preflight is checking the lessons. Their findings appear here when it is done.',
  aboutSkills:
    'How many screens and questions of assessments assess a skill, and how many practice problems and projects name it. A gap is a skill that a course names and doesn’t assess, or a course that assesses none.',
  skillsFailed: 'Couldn’t load the skills.',
  loadingSkills: 'Loading the skills of every lesson',
  noSkills:
    'No lesson names a skill yet. Add skills to the screens of an assessment, topics to a practice problem, or requirements to a project.',
  nothingAssessed: 'No skill assessed',
  empty: 'There are no lessons to report on yet. Write one, and it is listed here.',
} as const;
