/** The database cannot be used. The message is for the person who starts the product: what is wrong, what to do. */
export class DatabaseStartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseStartError';
  }
}
