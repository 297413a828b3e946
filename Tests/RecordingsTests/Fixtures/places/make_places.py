#!/usr/bin/env python3
"""Writes the same places and routes in each format, with other implementations where they exist.

    pip install geojson==3.3.0 gpxpy==1.6.2 simplekml==1.3.6 polyline==2.0.4
    python3 make_places.py            # writes the files
    python3 make_places.py --check    # compares them with the committed files

expected.json contains the places and routes that every reader must return. AREA's XML and GDDF have no other
implementation: this script writes their elements as in their sources.
"""

import csv
import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import geojson
import gpxpy.gpx
import polyline
import simplekml

FOLDER = Path(__file__).resolve().parent

# Names with characters that XML, JSON and CSV escape; the poles, the date line, the origin; altitudes below, at and above
# zero, and missing ones. Degrees have seven decimals, which all writers preserve.
PLACES = [
    ("Münster \"Unserer Lieben Frau\"", 48.3985278, 9.9912222, 479.5, "church", "161.53 m, <b>the</b> tallest & oldest"),
    ("Neu-Ulm; Bahnhof, Gleis 1", 48.3906042, 10.0060398, 380.0, "station", None),
    ("東京タワー 🗼", 35.6585805, 139.7454329, None, "tower", "line one\nline two"),
    ("North Pole", 90.0, 0.0, 0.0, None, None),
    ("South Pole", -90.0, 45.0, 2835.0, None, "it's cold"),
    ("Date line", -16.8, 180.0, -1.25, "sea", None),
    ("Null Island", 0.0, 0.0, None, "sea", "a\\b/c\ttab"),
    ("Fiji", -17.7134123, -178.0650321, 1.5, None, None),
]

ROUTES = {
    "Rechenzentrum – Schloss": [
        (52.28363, 8.02550, "Start at the computing centre"), (52.28201, 8.02644, None),
        (52.27911, 8.03512, "Turn right"), (52.27180, 8.04429, "You have arrived"),
    ],
}
# A route across the date line, south of the equator.
GOOGLE = [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)]


def area():
    root = ET.Element("locations", {
        "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
        "xsi:noNamespaceSchemaLocation": "locationsSchema.xsd",
    })
    for name, latitude, longitude, altitude, category, information in PLACES:
        location = ET.SubElement(root, "location")
        ET.SubElement(location, "latitude").text = repr(latitude)
        ET.SubElement(location, "longitude").text = repr(longitude)
        ET.SubElement(location, "altitude").text = "" if altitude is None else repr(altitude)
        ET.SubElement(location, "name").text = name
        ET.SubElement(location, "information").text = information or ""
        if category:
            ET.SubElement(location, "category").text = category
    ET.indent(root)
    return ET.tostring(root, encoding="UTF-8", xml_declaration=True)


def gddf():
    root = ET.Element("dimension", {"version": "1.0"})
    ET.SubElement(root, "name").text = "Everywhere"
    ET.SubElement(root, "relativeAltitude").text = "false"
    ET.SubElement(ET.SubElement(root, "refreshTime"), "validFor").text = "5000"
    ET.SubElement(ET.SubElement(root, "refreshDistance"), "validWithinRange").text = "100"
    locations = ET.SubElement(root, "locations")
    features = ET.SubElement(root, "features")
    for index, (name, latitude, longitude, altitude, _, information) in enumerate(PLACES):
        feature = ET.SubElement(features, "featureTxt")
        parent = locations if index % 2 else feature
        location = ET.SubElement(parent, "location")
        if index % 2:
            location.set("id", f"l{index}")
            ET.SubElement(feature, "locationId").text = f"l{index}"
        ET.SubElement(location, "lat").text = repr(latitude)
        ET.SubElement(location, "lon").text = repr(longitude)
        if altitude is not None:
            ET.SubElement(location, "alt").text = repr(altitude)
        ET.SubElement(feature, "text").text = name
        if information:
            ET.SubElement(feature, "onPress").text = information
    overlay = ET.SubElement(ET.SubElement(root, "overlays"), "overlayTxt")
    ET.SubElement(overlay, "x").text = "10"
    ET.SubElement(overlay, "text").text = "Refresh"
    ET.indent(root)
    return ET.tostring(root, encoding="UTF-8", xml_declaration=True)


def geojson_places():
    features = []
    for name, latitude, longitude, altitude, category, information in PLACES:
        position = (longitude, latitude) if altitude is None else (longitude, latitude, altitude)
        properties = {"name": name, "category": category, "description": information, "population": 12}
        features.append(geojson.Feature(geometry=geojson.Point(position, precision=7), properties=properties))
    features.append(geojson.Feature(geometry=geojson.Polygon([[(0, 0), (1, 0), (1, 1), (0, 0)]]), properties={"name": "no place"}))
    # ASCII only: all other characters are escaped, including surrogate pairs.
    return geojson.dumps(geojson.FeatureCollection(features), sort_keys=True, indent=1).encode()


def kml_places():
    kml = simplekml.Kml(name="Everywhere")
    folders = {}
    for name, latitude, longitude, altitude, category, information in PLACES:
        folder = kml if category is None else folders.setdefault(category, None) or kml.newfolder(name=category)
        if category is not None:
            folders[category] = folder
        position = (longitude, latitude) if altitude is None else (longitude, latitude, altitude)
        point = folder.newpoint(name=name, coords=[position], description=information)
        if altitude is not None:
            point.altitudemode = simplekml.AltitudeMode.absolute
    return kml.kml(format=True).encode()


def gpx_places():
    gpx = gpxpy.gpx.GPX()
    gpx.name = "Everywhere"
    for name, latitude, longitude, altitude, category, information in PLACES:
        gpx.waypoints.append(gpxpy.gpx.GPXWaypoint(
            latitude, longitude, elevation=altitude, name=name, type=category, description=information))
    return gpx.to_xml(version="1.1").encode()


def csv_places():
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["Name", "Latitude", "Longitude", "Altitude (m)", "Category", "Description"])
    for name, latitude, longitude, altitude, category, information in PLACES:
        writer.writerow([name, latitude, longitude, altitude, category, information])
    return text.getvalue().encode()


def cloudmade():
    name, points = next(iter(ROUTES.items()))
    start, end = name.split(" – ")
    instructions = [[text, 100, index, 21, "0.1 km", "S", 180.0, "TR", 90.0] for index, (_, _, text) in enumerate(points) if text]
    return json.dumps({
        "version": 0.3, "status": 0, "status_message": "",
        "route_summary": {"total_distance": 1900, "total_time": 1300, "start_point": start, "end_point": end},
        "route_geometry": [[latitude, longitude] for latitude, longitude, _ in points],
        "route_instructions": instructions,
    }).encode()


def gpx_route(is_track):
    gpx = gpxpy.gpx.GPX()
    for name, points in ROUTES.items():
        if is_track:
            track = gpxpy.gpx.GPXTrack(name=name)
            for half in (points[:2], points[2:]):
                track.segments.append(gpxpy.gpx.GPXTrackSegment([gpxpy.gpx.GPXTrackPoint(a, o) for a, o, _ in half]))
            gpx.tracks.append(track)
        else:
            route = gpxpy.gpx.GPXRoute(name=name)
            route.points = [gpxpy.gpx.GPXRoutePoint(a, o, description=text) for a, o, text in points]
            gpx.routes.append(route)
    return gpx.to_xml(version="1.1").encode()


def geojson_route():
    name, points = next(iter(ROUTES.items()))
    line = geojson.LineString([(o, a) for a, o, _ in points], precision=7)
    return geojson.dumps(geojson.Feature(geometry=line, properties={"name": name}), sort_keys=True).encode()


def kml_route():
    kml = simplekml.Kml()
    for name, points in ROUTES.items():
        kml.newlinestring(name=name, coords=[(o, a) for a, o, _ in points])
    return kml.kml(format=True).encode()


def expected():
    keys = ["name", "latitude", "longitude", "altitude", "category", "information"]
    return json.dumps({
        "places": [dict(zip(keys, place)) for place in PLACES],
        "routes": [
            {"name": name, "points": [[a, o] for a, o, _ in points], "instructions": [[i, t] for i, (_, _, t) in enumerate(points) if t]}
            for name, points in ROUTES.items()
        ],
        "google": GOOGLE,
    }, ensure_ascii=False, indent=1).encode() + b"\n"


def files():
    points = next(iter(ROUTES.values()))
    return {
        "area.xml": area(), "dimension.gddf": gddf(), "places.geojson": geojson_places(), "places.kml": kml_places(),
        "places.gpx": gpx_places(), "places.csv": csv_places(),
        "route.json": cloudmade(), "route.gpx": gpx_route(False), "track.gpx": gpx_route(True),
        "route.geojson": geojson_route(), "route.kml": kml_route(),
        "route.polyline": polyline.encode([(a, o) for a, o, _ in points], 5).encode() + b"\n",
        "google.polyline": polyline.encode(GOOGLE, 5).encode(),
        "expected.json": expected(),
    }


def main():
    wrong = []
    for name, content in files().items():
        path = FOLDER / name
        if "--check" not in sys.argv:
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            wrong.append(name)
    if wrong:
        sys.exit(f"not as committed: {', '.join(wrong)}")


main()
