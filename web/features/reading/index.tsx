export { isApiText } from './api-text.ts'
export { bodyText } from './body-text.ts'
export { readingMinutes } from './reading-time.ts'
export { Watermark } from './watermark.tsx'
