import type { Boot } from '#web/lib/boot.ts'

/** From how many wrong passwords on the code is asked for, where the site asks only then: as many as on the server. */
const patience = 3

/**
 * Whether a form shows the field for the code.
 *
 * @param failures how often the password was wrong
 * @param asked whether the server has answered that it wants one
 */
export const showsCaptcha = (mode: Boot['captcha'], failures: number, asked: boolean): boolean =>
  mode === 'always' || (mode === 'failures' && (asked || failures >= patience))
