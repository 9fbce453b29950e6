export {
  type ComparedChange,
  changeInWords,
  compareApis,
  dayOfComparison,
  describeChanges,
  levelTexts,
} from './service.ts'
