import { sharedPs1 } from './shared-ps1.ts'

/** The script that sends source comments, for PowerShell. Words between two `%` are filled in, quoted. */
export const commentsPs1 = String.raw`# docstead-comments.ps1: writes pages from the comments in source code.
# 根据源代码注释写入页面。
#
#   powershell -ExecutionPolicy Bypass -File docstead-comments.ps1 [-Source FOLDER] [-Folder PATH] [-DryRun]
#
# The token is read from DOCSTEAD_TOKEN, or from the file that DOCSTEAD_TOKEN_FILE names.
# token 取自环境变量 DOCSTEAD_TOKEN 或 DOCSTEAD_TOKEN_FILE 指定的文件。
param([string] $Source = '.', [string] $Folder = '', [switch] $DryRun)

$Url = %URL%
$Key = %KEY%
$Token = %TOKEN%
$Project = %PROJECT%
${sharedPs1}
if (-not (Test-Path -LiteralPath $Source)) { Stop-Script ($Source + ' does not exist. 目录不存在。') 2 }
$Root = (Get-Item -LiteralPath $Source -Force).FullName
$Extensions = @(%EXTENSIONS%)
$Skipped = @('node_modules', 'bower_components', 'vendor', '__pycache__', 'site-packages')
$Counts = @{ created = 0; updated = 0; unchanged = 0; problems = 0 }

function Get-Sources([string] $Path) {
  foreach ($Item in (Get-ChildItem -LiteralPath $Path -Force | Sort-Object Name)) {
    if ($Item.Attributes -band [IO.FileAttributes]::ReparsePoint) { continue }
    if ($Item.PSIsContainer) {
      if (-not $Item.Name.StartsWith('.') -and $Skipped -notcontains $Item.Name) { Get-Sources $Item.FullName }
    } elseif ($Item.Length -le 1000000 -and $Extensions -contains $Item.Extension.TrimStart('.')) { $Item.FullName }
  }
}

$Files = if (Test-Path -LiteralPath $Root -PathType Container) { Get-Sources $Root } else { $Root }
foreach ($File in $Files) {
  $Content = [IO.File]::ReadAllText($File, $Utf8)
  if ($Content -notmatch 'showdoc|docstead') { continue }
  $Name = if ($File.Length -gt $Root.Length) { $File.Substring($Root.Length).TrimStart('\', '/').Replace('\', '/') } else { [IO.Path]::GetFileName($File) }
  $Result = Send-Call 'writeComments' @{ content = $Content; file_name = $Name; cat_name = $Folder }
  if ($Result.error_code -ne 0) {
    if (@('keyWrong', 'itemArchived') -contains $Result.error_name) { Stop-Script $Result.error_message 1 }
    [Console]::Error.WriteLine('docstead: ' + $Name + ': ' + $Result.error_message)
    $Counts.problems++
    continue
  }
  foreach ($Page in $Result.data.pages) { Write-Output ($Page.change + [char] 9 + $Page.catalog + '/' + $Page.page_title + [char] 9 + $Name + ':' + $Page.line) }
  foreach ($Problem in $Result.data.problems) {
    [Console]::Error.WriteLine('docstead: ' + $Name + ': ' + $Problem.message)
    $Counts.problems++
  }
  foreach ($Change in @('created', 'updated', 'unchanged')) { $Counts[$Change] += $Result.data.$Change }
}
[Console]::Error.WriteLine(('docstead: created {0}, updated {1}, unchanged {2}, problems {3}. 新建 {0}，更新 {1}，未变 {2}，问题 {3}。' -f $Counts.created, $Counts.updated, $Counts.unchanged, $Counts.problems))
if ($Counts.problems -gt 0) { exit 1 }
`
