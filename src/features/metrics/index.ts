export { siteGauges } from './gauges.ts'
