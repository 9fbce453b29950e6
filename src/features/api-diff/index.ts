export { type ComparedChange, changeInWords, compareApis, dayOfComparison, levelTexts } from './service.ts'
