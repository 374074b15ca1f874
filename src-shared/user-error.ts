/** A mistake of the user, such as a wrong flag. Its message is a complete sentence. */
export class UserError extends Error {}
