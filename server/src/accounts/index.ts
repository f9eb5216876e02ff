/**
 * Who uses the product: users, sign-in by password or provider, sessions, personal tokens, invitations, staff and external authors.
 * Other modules receive an `Actor`; they never read these rows themselves.
 */

export { listUsersOfSubjects } from './identity-queries.ts';
export { deleteInvitationsBefore } from './invitation-queries.ts';
export { createLoginLink } from './invitations.ts';
export { endUnlistedStaff } from './login/end-unlisted-staff.ts';
export { unlockSignIn } from './lock-out.ts';
export { isSetupNeeded } from './login/login.ts';
export { registerLoginScripts } from './login/scripts.ts';
export { ensureSetupToken, removeSetupToken } from './login/login.ts';
export { identifyVisitor, hasAnyCredential, isStillSignedIn } from './login/identify-visitor.ts';
export { resetSecondFactorsOfUser } from './second-factors/second-factors.ts';
export { removeExpiredSessions } from './sessions.ts';
export { createToken, findTokenVisitor } from './tokens.ts';
export { listActiveUsers, type User } from './user-queries.ts';
export { displayName, findActiveUserByEmail, getAuthor, getUser, getUserNames, getUsers, toActor } from './users.ts';
export { accountsModule } from './routes.ts';
