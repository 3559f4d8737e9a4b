; Inno Setup: iscc /DVersion=0.2.0 packaging\windows\pareo.iss, after PyInstaller has made dist\pareo.
[Setup]
AppName=Pareo
AppVersion={#Version}
AppPublisher=The Pareo developers
DefaultDirName={autopf}\Pareo
DefaultGroupName=Pareo
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=pareo-{#Version}-windows
UninstallDisplayIcon={app}\Pareo-window.exe
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "pt"; MessagesFile: "compiler:Languages\BrazilianPortuguese.isl"
Name: "it"; MessagesFile: "compiler:Languages\Italian.isl"

[Files]
Source: "..\..\dist\pareo\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Pareo"; Filename: "{app}\Pareo-window.exe"
Name: "{autodesktop}\Pareo"; Filename: "{app}\Pareo-window.exe"

[Run]
Filename: "{app}\Pareo-window.exe"; Flags: nowait postinstall skipifsilent
