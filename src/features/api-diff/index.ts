export { type ComparedChange, compareApis, levelTexts } from './service.ts'
