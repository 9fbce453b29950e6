export { bodyText } from './body-text.ts'
export { readingMinutes } from './reading-time.ts'
export { Watermark } from './watermark.tsx'
