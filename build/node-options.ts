/**
 * The options of Node inside the executable. Measured on the site M under 64 connections of searches and saves, with no
 * difference in CPU beyond the spread:
 * - the young generation may take 3 x 8 MB instead of 3 x 64 MB,
 * - the old one is collected once it has grown by 30 % since the last collection; V8's own rule lets it grow up to fourfold.
 */
export const execArgv = ['--max-semi-space-size=8', '--heap-growing-percent=30']
