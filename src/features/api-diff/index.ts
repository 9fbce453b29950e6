export { type ComparedChange, compareApis, describeChanges, levelTexts } from './service.ts'
