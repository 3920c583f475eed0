"""Changes in vpython's installed files while they are served: solids, shadows, lines, the mouse."""

# Pixels of the picture are pixels of the screen, so none has to be mixed of its neighbours: on a processor that
# would take longer than drawing them.
STYLE = """<style>
html, body { margin: 0; padding: 0; width: 100%; height: 100%; overflow: hidden; }
.glowscript, .glowscript-canvas-wrapper { margin: 0; padding: 0; border: 0; line-height: 0; }
@media (resolution: 1dppx) { canvas { image-rendering: pixelated; } }
</style>
</head>"""

# Supports have a shader of their own, with shadows and without gloss; attributes that it does not have would stay on,
# and the first solid to be drawn has no arrays for them yet.
# Compounds show their front only, so that one looks through the near wall of a bowl.
CULL_ON = ("if(mode==RENDER){var solid=m.slice(0,8)=='compound';if(solid)gl.enable(gl.CULL_FACE);"
           "if(program.uniforms.arrow)gl.uniform1f(program.uniforms.arrow,solid?0:1)}")
DRAW = "gl.uniform4fv(program.uniforms.objectData,data);gl.drawElements(elements,model_length,gl.UNSIGNED_INT,0)"
VIEW = "gl.uniformMatrix4fv(prog.uniforms.viewMatrix,false,viewMatrix);"
PROGRAM = ("standard_program=shaderProgram(shaders.opaque_render_fragment,shaders.render_vertex,gl);"
           "useProgram(standard_program,minormode)")
MATTE = PROGRAM + (";if(mode==RENDER&&objs[id].__shininess===0){if(renderer.matte===undefined)"
                   "renderer.matte=shaderProgram(matte_source(),shaders.render_vertex,gl);"
                   "for(var q=0;q<8;q++)gl.disableVertexAttribArray(q);useProgram(renderer.matte,minormode)}")
LAST = ("if(mode==RENDER){draw_crowd(gl,viewMatrix,projMatrix);draw_floor(gl);"
        "draw_patches(gl,viewMatrix,projMatrix);draw_lines(gl,viewMatrix,projMatrix);draw_ring(gl,viewMatrix,projMatrix)}")
END_OF_PASS = ("if(mode!=PICK){gl.bindRenderbuffer(gl.RENDERBUFFER,null);"
               "gl.bindFramebuffer(gl.FRAMEBUFFER,null)}}if(mode==RENDER)")

CLEAR = "gl.clear(gl.COLOR_BUFFER_BIT|gl.DEPTH_BUFFER_BIT);"

# file -> (what it is for, text to replace, text instead)
CHANGES = {
    "glow.min.js": (
        ("floor and lines are drawn last", END_OF_PASS, LAST + END_OF_PASS),
        ("the room is laid first", CLEAR, CLEAR + "if(mode==RENDER)lay_floor(gl);"),
        ("fronts only", DRAW, CULL_ON + DRAW + ";gl.disable(gl.CULL_FACE)"),
        ("matte surfaces", PROGRAM, MATTE),
        ("shadows", VIEW, VIEW + "if(prog.uniforms.balls||prog.uniforms.squash)cast(gl,prog,viewMatrix);"),
        ("no drawing of what has not changed", 'cvs.trigger("redraw",{dt:elapsed});renderer.render(RENDER);',
         "if(is_new())renderer.render(RENDER);"),
        ("names apart, begun", "ctx.clearRect(0,0,cvs.__width,cvs.__height);for(var i=0;i<cvs.__overlay_objects",
         "ctx.clearRect(0,0,cvs.__width,cvs.__height);names_begun(cvs.__overlay_objects.objects);"
         "for(var i=0;i<cvs.__overlay_objects"),
        ("names apart", "var xbase;var ybase;var border=this.__border;",
         "var xbase;var ybase;var border=this.__border;var aside=apart(this,posx,posy,[width,height],lab.named,"
         "[this.canvas.__width,this.canvas.__height]);xoffset=aside[0];yoffset=aside[1];"),
        ("zoom", "cvs.range=cvs.range*z", "zoom_by(z)"),
        ("turn", "angleX+=dx*.01;", "return orbit(dx,dy);"),
        ("pan", "var csave=vec(cvs.__last_center);", "slide(ev.pageX-lastX[0],ev.pageY-lastY[0]);"
         "lastX[0]=ev.pageX;lastY[0]=ev.pageY;return;"),
        ("left drag turns the camera", "ev.which==1&&cvs.mouse.ctrl&&!cvs.mouse.alt);zooming",
         "ev.which==1&&!cvs.mouse.shift&&!cvs.mouse.alt);zooming"),
    ),
    "glowcomm.html": (
        ("no plots", '<script type="text/javascript" src="plotly.min.js"></script>\n', ""),
        ("no style sheets", '<link type="text/css" href="ide.css" rel="stylesheet" />\n'
         '<link type="text/css" href="jquery-ui.custom.css" rel="stylesheet" />\n', ""),
        ("no fonts for 3D text", "\nfontloading() //", "\n//"),
        ("no margins", "</head>", STYLE),
    ),
}
