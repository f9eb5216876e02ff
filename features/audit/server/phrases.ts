import type { AuditKind } from '../contract/audit-kinds.ts';

type Details = Readonly<Record<string, unknown>>;

/**
 * What follows the name of who did it: `saved {lesson}`. One that begins with a capital letter is a whole sentence. Braces name what
 * the entry is about (`{lesson}`), or what is in one of its details (`{release:from}`); `nouns.ts` lists what can be in them.
 */
export type Phrase = string | ((details: Details) => string);

/** Phrases of actions, by what they are about. */
export type PhrasesByKind = Readonly<Partial<Record<AuditKind, Readonly<Record<string, Phrase>>>>>;

const forced = (how: string, details: Details) => (typeof details['anyway'] === 'string' ? `${how}, because {quoted:anyway}` : how);

/** Names the people of a group, if it has any. */
const withMembers = (how: string, { members }: Details) =>
  Array.isArray(members) && members.length > 0 ? `${how}, with {people:members}` : how;

/** Every action that is recorded by name. The compiler refuses to record one that is missing here. */
export const PHRASES = {
  lesson: {
    'lesson.create': 'created {lesson}',
    'lesson.save': (details) =>
      details['restored_from'] === undefined && details['commit'] === undefined
        ? 'saved {lesson}'
        : 'restored an earlier version of {lesson}',
    'lesson.undo': 'undid a change of the screens of {lesson}',
    'lesson.commit': 'committed the automatic saves of {lesson}',
    'lesson.delete': 'deleted {lesson}',
    'lesson.restore': 'restored {lesson} from the trash',
    'lesson.clone': 'cloned {lesson:from} as {lesson}',
    'lesson.template': ({ is_template }) => (is_template === false ? 'no longer uses {lesson} as a template' : 'made {lesson} a template'),
    'lesson.duplicate': 'duplicated {lesson:from} as {lesson}',
    'lesson.import': (details) =>
      Array.isArray(details['taken'])
        ? 'imported {lessons:taken} from the branch of {release}'
        : typeof details['file_name'] === 'string'
          ? 'imported {lesson} from {quoted:file_name}'
          : 'imported {lesson}',
    'screen.create': 'created {screen}',
    'screen.save': 'saved {screen}',
    'screen.join': 'joined {screen} with the screen beside it',
    'screen.split': 'split {screen} in two',
    'screen.move': 'moved {screen}',
    'screen.duplicate': 'added {screen} as a copy',
    'screen.delete': 'deleted {screen}',
    'screen.restore': 'restored {screen} from the trash',
    'screen.copy': 'added {screen} as a copy of another one',
    'data-file.add': 'added the data file {quoted:file_name} to {lesson}',
    'data-file.replace': 'replaced the data file {quoted:file_name} of {lesson}',
    'data-file.save': 'changed the data file {quoted:file_name} of {lesson}',
    'data-file.delete': 'deleted the data file {quoted:file_name} of {lesson}',
    'data-file.restore': 'restored the data file {quoted:file_name} of {lesson}',
    'image-file.add': 'added the image {quoted:file_name} to {lesson}',
    'image-file.replace': 'replaced the image {quoted:file_name} of {lesson}',
    'image-file.delete': 'deleted the image {quoted:file_name} of {lesson}',
    'image-file.restore': 'restored the image {quoted:file_name} of {lesson}',
    'bulk-edit.save': 'changed {lessons:lessons} at once: {quoted:summary}',
    'build.start': 'started to build the packages of {lesson}',
    'build.stop': 'stopped the build of the packages of {lesson}',
    'collection.import': 'imported the collection {quoted:title} into {release}',
    'collection.resolve': 'resolved a conflict of {lesson} with the collection {quoted:title}',
  },
  comment: {
    'comment.create': 'wrote {comment} on {screen:screen_id}',
    'comment.reply': 'replied to {comment} on {screen:screen_id}',
    'comment.complete': 'completed {comment} on {screen:screen_id}',
    'comment.reopen': 'reopened {comment} on {screen:screen_id}',
    'comment.approve': 'approved {comment} on {screen:screen_id}',
    'comment.archive': 'archived {comment} on {screen:screen_id}',
  },
  release: {
    'release.create': 'created {release}',
    'release.create-drafts': 'created {release} for {person:user}',
    'release.rename': ({ before }) => (before === undefined ? 'renamed {release}' : 'renamed {quoted:before} to {release}'),
    'release.require-preflight': ({ preflight_required }) =>
      preflight_required === false ? 'no longer requires preflight for {release}' : 'requires preflight for {release}',
    'release.allow-model': ({ model_allowed }) =>
      model_allowed === false ? 'no longer allows the language model in {release}' : 'allowed the language model in {release}',
    'release.delete': 'deleted {release}',
    'release.abandon': 'deleted the unused {release}',
    'release.reopen': 'reopened {release} after its merge',
    'release.revert': 'reverted the merge of {release} with {release:release}',
    'release.separate': 'moved {lessons:lessons} from {release:from} into {release}, a release of their own',
    'release.move-lessons': 'moved {lessons:lessons} from {release:from} into {release}',
    'release.copy-lessons': 'copied {lessons:lessons} from {release:from} into {release}',
    'release.update-from-main': 'updated {release} from main',
    'release.retry': 'tried again to commit and push {release}',
    'release.recreate': 'recreated the deleted branch of {release}',
    'release.detach': 'kept the branch of {release} only here',
    'release.attach': 'connected the branch of {release} with the code host again',
    'git.push': 'pushed to {branches:branches} with git',
    'rehearsal.start': 'started a rehearsal of an upgrade for {release}',
    'rehearsal.stop': 'stopped the rehearsal of an upgrade for {release}',
    'rehearsal.continue': 'continued the rehearsal of an upgrade for {release}',
    'rehearsal.release': 'upgraded {lessons:lessons} after a rehearsal, in {release}',
  },
  review: {
    'proposal.create': 'proposed a change to {lesson}',
    'proposal.accept': 'accepted a proposal by {quoted:sender} for {lesson}',
    'proposal.decline': 'declined a proposal by {quoted:sender} for {lesson}',
    'proposal.withdraw': 'withdrew a proposal for {lesson}',
    'pull-request.open': 'sent {pull} for review',
    'pull-request.ask': 'asked {people:users} to review {pull}',
    'pull-request.withdraw': 'no longer asks {person:user} to review {pull}',
    'pull-request.withdraw-group': 'no longer asks {people:users} to review {pull}',
    'pull-request.review': ({ verdict }) =>
      verdict === 'approve' ? 'approved {pull}' : verdict === 'request-changes' ? 'requested changes in {pull}' : 'reviewed {pull}',
    'pull-request.comment': 'commented on {pull}',
    'pull-request.comment-edit': 'changed a comment on {pull}',
    'pull-request.comment-delete': 'deleted a comment on {pull}',
    'pull-request.merge': (details) => forced('merged {pull}', details),
    'pull-request.close': 'closed {pull} without merging',
  },
  course: {
    'course.create': 'created {course}',
    'course.save': 'saved {course}',
    'course.delete': 'deleted {course}',
    'course.restore': 'restored {course}',
    'course.copy': 'copied {course} from {release:from} to {release:to}',
    'course.sync': 'synced {course} with its branch',
    'course.import': 'imported {courses:sequences} from the branch of {release}',
    'course.add-lesson': 'added a lesson to {course}',
    'course.remove-lesson': 'removed a lesson from {course}',
    'course.swap-lesson': 'reordered the lessons of {course}',
    'course.set-lessons': 'set the lessons of {course}',
    'path.create': 'created {path}',
    'path.save': 'saved {path}',
    'path.delete': 'deleted {path}',
    'path.restore': 'restored {path}',
    'path.copy': 'copied {path} from {release:from} to {release:to}',
    'path.sync': 'synced {path} with its branch',
    'path.import': 'imported {paths:sequences} from the branch of {release}',
    'path.save-step': 'saved {step:step} of {path}',
    'path.attach-step': 'added a step to {path}',
    'path.remove-step': 'removed a step from {path}',
    'path.swap-step': 'reordered the steps of {path}',
    'path.set-steps': 'set the steps of {path}',
    'path.add-course': 'added a course to {step:step} of {path}',
    'path.remove-course': 'removed a course from {step:step} of {path}',
    'path.swap-course': 'reordered the courses of {step:step} of {path}',
    'path.set-courses': 'set the courses of {step:step} of {path}',
    'step.create': 'created {step}',
  },
  dataset: {
    'dataset.create': 'created {dataset}',
    'dataset.version': 'uploaded a new version of {dataset}',
    'dataset.archive': 'archived {dataset}',
    'dataset.unarchive': 'unarchived {dataset}',
  },
  publishing: {
    'deploy.start': (details) => forced('deployed {lesson} as {build:build_number}', details),
    'deploy.stop': 'stopped the deploy of {lesson} as {build:build_number}',
    'preview.share': 'shared {build:build_number} of {lesson}',
    'preview.unshare': 'stopped sharing a preview of {lesson}',
  },
  person: {
    'staff.add': 'invited {person} as {role:role}',
    'staff.invite': 'created a new sign-in link for {person}',
    'staff.join': 'joined the staff',
    'staff.role': 'changed the role of {person} from {role:from} to {role:to}',
    'staff.revoke': 'ended the access of {person}',
    'staff.unlist': 'The settings no longer list {person} as staff',
    'staff.relist': 'The settings list {person} as staff again',
    'external-author.add': 'invited {person} as an external author',
    'external-author.invite': 'created a new sign-in link for {person}',
    'external-author.join': 'joined as an external author',
    'external-author.revoke': 'ended the access of {person}',
    'password.change': 'changed their own password',
    'password.reset': 'set a new password with a one-time link',
    'password.link': 'created a password reset link for {person}',
    'second-factor.add': 'added the second factor {quoted:name}',
    'second-factor.remove': 'removed the second factor {quoted:name}',
    'second-factor.recovery-codes': 'created new recovery codes',
    'second-factor.reset': 'removed the second factors of {person}',
    'session.end': 'signed out of another session',
    'session.end-others': 'signed out of all other sessions',
    'group.create': (details) => withMembers('created the group {quoted:name}', details),
    'group.save': (details) =>
      withMembers(
        details['from'] === details['name'] ? 'changed the group {quoted:name}' : 'renamed the group {quoted:from} to {quoted:name}',
        details,
      ),
    'group.delete': 'deleted the group {quoted:name}',
    'token.create': 'created the personal token {quoted:name} for {person}',
    'token.delete': 'deleted the personal token {quoted}',
    'sign-in.lock': 'The account of {person} was locked after too many wrong passwords',
    'sign-in.unlock': 'unlocked the account of {person}',
  },
  installation: {
    'set-up': 'set up the server',
    'rules.save': 'changed the rules of the installation',
    'audit.archive': 'moved old entries out of the audit trail',
    'housekeeping.run': 'started the housekeeping',
  },
  'sign-in': {
    'sign-in': 'signed in',
    'sign-in.ask-second-factor': 'entered the password and was asked for a second factor',
    'sign-in.refuse': 'A sign-in as {person} was refused',
    'sign-in.fail': ({ reason }) => {
      if (reason === undefined) return 'A sign-in failed';
      if (reason === 'no account') return 'A sign-in failed: there is no such account';
      return reason === 'no access'
        ? 'A sign-in as {person} failed: the account has no access'
        : 'A sign-in as {person} failed: wrong password';
    },
    'sign-out': 'signed out',
    'password.fail': 'entered a wrong current password',
    'second-factor.use': 'signed in with a second factor',
    'second-factor.use-recovery-code': 'signed in with a recovery code',
    'second-factor.wrong': 'entered a wrong second factor',
  },
} as const satisfies PhrasesByKind;

type KeyOfEach<T> = T extends unknown ? keyof T : never;

/** An action that is recorded by name, noun and verb: `external-author.revoke`. */
export type AuditAction = KeyOfEach<(typeof PHRASES)[keyof typeof PHRASES]>;
