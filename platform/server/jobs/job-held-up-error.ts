/** A job can't be done until people or another system act. It is retried like one that failed, and its reason is logged once. */
export class JobHeldUpError extends Error {
  override readonly name: string = 'JobHeldUpError';
}
