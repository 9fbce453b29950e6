import type { Boot } from '#web/lib/boot.ts'

/**
 * The number of wrong passwords after which the captcha is required, if the site requires it only then. Same as on the
 * server.
 */
const patience = 3

/**
 * Returns whether a form shows the captcha field.
 *
 * @param failures the number of wrong passwords
 * @param isRequested whether the server has demanded a captcha
 */
export const showsCaptcha = (mode: Boot['captcha'], failures: number, isRequested: boolean): boolean =>
  mode === 'always' || (mode === 'failures' && (isRequested || failures >= patience))
