import { CourseFields } from '#features/curricula/contract/courses.ts';
import { PathFields, StepFields } from '#features/curricula/contract/paths.ts';
import { emptyLessonFields, LessonFields } from '#features/lessons/contract/lessons.ts';
import { PLANNING_FIELDS } from '#features/planning/planning.policy.ts';
import { emptyScreenFields, ScreenFields } from '#features/screens/contract/screens.ts';
import { documentKind } from '#platform/content/document-kind.ts';

// What authors say about a screen, a lesson, a course, a path or a step: columns `fields` of their tables and of revisions, and the
// same inside builds and changes. The lists are the fields of the first version, and never grow: see documentKind.

/** The fields of a screen as they are stored. A new field has its default in `emptyScreenFields`. */
export const SCREEN_FIELDS = documentKind<ScreenFields>(ScreenFields, {
  defaults: emptyScreenFields(),
  first: [
    'title',
    'type',
    'body_markdown',
    'instructions_markdown',
    'hint_markdown',
    'chat_prompt',
    'setup_code',
    'initial_code',
    'display_code',
    'should_run_display_code',
    'answer_code',
    'custom_check_code',
    'legacy_check_code',
    'format_code_run',
    'remote_run_code',
    'remote_run_only',
    'is_experimental',
    'error_okay',
    'dynamic_answer',
    'check_output',
    'check_val',
    'check_scope',
    'initially_passing',
  ],
});

/** The fields of a lesson as they are stored, and in `lesson.yaml`: one that names no language has none. */
export const LESSON_FIELDS = documentKind<LessonFields>(LessonFields, {
  defaults: { ...emptyLessonFields({ title: '', author: '' }), language: null, language_version: null },
  first: [
    'title',
    'meta_title',
    'author',
    'meta_description',
    'description',
    'overview',
    'preview',
    'is_beta',
    'objectives',
    'allowed_plans',
    'skill_level',
    'type',
    'related_lesson',
    'related_lessons',
    'skill_topics',
    'tools',
    'skill_requirements',
    'solution_notebook',
    'enabled_features',
    'language',
    'language_version',
    'code_run_timeout',
    'sql_max_rows',
    'app_ports',
    'custom_check_enabled',
    'legacy_check_enabled',
  ],
  uncounted: PLANNING_FIELDS,
});

export const COURSE_DEFAULTS: CourseFields = {
  name: '',
  slug: '',
  skill_level: null,
  duration: null,
  deprecated: false,
  short_description: '',
  description: '',
  objectives: [],
  skill_requirements: [],
  overview: '',
  motivation: '',
  outcomes: '',
  replaces_course: null,
  default_paths: [],
};

export const PATH_DEFAULTS: PathFields = {
  name: '',
  type: 'skill',
  slug: '',
  version: null,
  hidden: false,
  skill_level: null,
  duration: null,
  short_description: '',
  description: '',
  objectives: [],
  overview: '',
  motivation: '',
  outcomes: '',
};

export const STEP_DEFAULTS: StepFields = { name: '', slug: '', meta_title: '', description: '', meta_description: '' };

// Courses, paths and steps have no content hash.
export const COURSE_FIELDS = documentKind<CourseFields>(CourseFields, { defaults: COURSE_DEFAULTS, first: [] });
export const PATH_FIELDS = documentKind<PathFields>(PathFields, { defaults: PATH_DEFAULTS, first: [] });
export const STEP_FIELDS = documentKind<StepFields>(StepFields, { defaults: STEP_DEFAULTS, first: [] });
