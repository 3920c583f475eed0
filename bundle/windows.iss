; Inno Setup 6: an installer of the finished folder. Untried: no person has run it yet.
;     iscc /DVersion=0.1.0 bundle\windows.iss
#ifndef Version
  #error Say the version: iscc /DVersion=...
#endif

[Setup]
AppId=JacobiSandbox
AppName=Jacobi Sandbox
AppVersion={#Version}
AppPublisher=Jacobi Sandbox developers
DefaultDirName={autopf}\Jacobi Sandbox
DefaultGroupName=Jacobi Sandbox
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\dist\jacobi-sandbox\LICENSE.txt
OutputDir=..\dist
OutputBaseFilename=jacobi-sandbox-{#Version}-setup
SetupIconFile=..\build\icons\icon.ico
UninstallDisplayIcon={app}\jacobi-sandbox.exe
ChangesAssociations=yes
Compression=lzma2
SolidCompression=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "ru"; MessagesFile: "compiler:Languages\Russian.isl"

[Files]
Source: "..\dist\jacobi-sandbox\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{group}\Jacobi Sandbox"; Filename: "{app}\jacobi-sandbox.exe"

; Windows knows the last ending of a name only: the program stands in "Open with" of .json and takes nothing over
[Registry]
Root: HKA; Subkey: "Software\Classes\JacobiSandbox.SetUp"; ValueType: string; ValueData: "Jacobi Sandbox set-up"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\JacobiSandbox.SetUp\shell\open\command"; ValueType: string; ValueData: """{app}\jacobi-sandbox.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.json\OpenWithProgids"; ValueType: string; ValueName: "JacobiSandbox.SetUp"; ValueData: ""; Flags: uninsdeletevalue
