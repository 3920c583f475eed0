@echo off
rem Checks Jacobi Sandbox on Windows with the finished .venv, else with any Python 3.11 or newer.
if exist "%~dp0.venv\installed.json" "%~dp0.venv\Scripts\python.exe" -I "%~dp0bootstrap.py" test %* & exit /b
py -3.11 -c "" 2>nul && goto python311
py -3.12 -c "" 2>nul && goto python312
python -I "%~dp0bootstrap.py" test %*
exit /b
:python311
py -3.11 -I "%~dp0bootstrap.py" test %*
exit /b
:python312
py -3.12 -I "%~dp0bootstrap.py" test %*
