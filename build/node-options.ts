/**
 * The options of Node inside the executable. Measured on the site M at 16 connections, three alternating runs:
 * - the young generation may take 3 x 8 MB; 3 x 16 MB are no faster,
 * - the old one is collected once it has doubled since the last collection; V8's own rule lets it grow up to fourfold. The
 *   process peaks at 204 instead of 256 MB (`page/info`) and 237 instead of 300 MB (`page/save`), and `page/info` costs 1.02
 *   times as much CPU. With 30 % it peaks at 187 MB, but `page/info` costs 1.35 times as much.
 */
export const execArgv = ['--max-semi-space-size=8', '--heap-growing-percent=100']
