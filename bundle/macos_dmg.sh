#!/bin/sh
# A disk image of dist/Jacobi Sandbox.app, with a link to the folder of programs to drag it to. Untried.
#     sh bundle/macos_dmg.sh VERSION
# With SIGN_AS="Developer ID Application: ..." it is signed first; notarise the image: xcrun notarytool submit --wait.
set -eu
version=$1
cd "$(dirname -- "$0")/.."
app="dist/Jacobi Sandbox.app"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp -R "$app" "$stage/"
cp dist/jacobi-sandbox/THIRD-PARTY.md dist/jacobi-sandbox/LICENSE.txt "$stage/"
cp -R dist/jacobi-sandbox/licences "$stage/licences"
ln -s /Applications "$stage/Applications"
if [ -n "${SIGN_AS:-}" ]; then
    codesign --deep --force --options runtime --timestamp --sign "$SIGN_AS" "$stage/Jacobi Sandbox.app"
fi
hdiutil create -volname "Jacobi Sandbox $version" -srcfolder "$stage" -format UDZO -ov \
    "dist/jacobi-sandbox-$version.dmg"
