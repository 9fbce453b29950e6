import { sharedPs1 } from './shared-ps1.ts'

/** The script that sends the SQL of a database, for PowerShell. Words between two `%` are filled in, quoted. */
export const dictionaryPs1 = String.raw`# docstead-dictionary.ps1: writes a page for each table of a database.
# 为数据库的每张表写入页面。
#
#   mysqldump --no-data --result-file=schema.sql shop
#   powershell -ExecutionPolicy Bypass -File docstead-dictionary.ps1 -Source schema.sql [-Folder PATH] [-Title TEXT] [-DryRun]
#
# The token is read from DOCSTEAD_TOKEN, or from the file that DOCSTEAD_TOKEN_FILE names.
# token 取自环境变量 DOCSTEAD_TOKEN 或 DOCSTEAD_TOKEN_FILE 指定的文件。
param([string] $Source = '', [string] $Folder = '', [string] $Title = '{table}', [switch] $DryRun)

$Url = %URL%
$Key = %KEY%
$Token = %TOKEN%
$Project = %PROJECT%
${sharedPs1}
if (-not $Source -or -not (Test-Path -LiteralPath $Source -PathType Leaf)) { Stop-Script 'name an SQL file with -Source. 请用 -Source 给出 SQL 文件。' 2 }
$Sql = [IO.File]::ReadAllText((Get-Item -LiteralPath $Source -Force).FullName, $Utf8)
$Result = Send-Call 'writeDictionary' @{ sql = $Sql; cat_name = $Folder; page_title = $Title }
if ($Result.error_code -ne 0) { Stop-Script $Result.error_message 1 }
foreach ($Page in $Result.data.pages) { Write-Output ($Page.change + [char] 9 + $Page.catalog + '/' + $Page.page_title) }
foreach ($Problem in $Result.data.problems) { [Console]::Error.WriteLine('docstead: ' + $Problem.message) }
[Console]::Error.WriteLine(('docstead: created {0}, updated {1}, unchanged {2}. 新建 {0}，更新 {1}，未变 {2}。' -f $Result.data.created, $Result.data.updated, $Result.data.unchanged))
if (@($Result.data.problems).Count -gt 0) { exit 1 }
`
